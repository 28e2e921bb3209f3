/** An address that its owner does not confirm is forgotten after so many days. The letter, the back-office and the job read it here. */
export const UNCONFIRMED_DAYS = 30
