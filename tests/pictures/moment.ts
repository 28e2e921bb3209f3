/** When every picture is taken: the server's clock and the browser's stand still at this moment, later than all demo content. */
export const MOMENT = Date.parse('2027-03-17T10:30:00.000Z')
