/** The fixed time of server and browser in all screenshots, later than all demo content. */
export const MOMENT = Date.parse('2027-03-17T10:30:00.000Z')
