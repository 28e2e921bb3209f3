/**
 * Ids of pictures in posts, as the API states them. They are higher than all ids of pictures in reviews, so that the id of a picture is
 * unique, for example in `POST /api/reports`.
 */
const BEFORE_FIRST_ID = 1_000_000_000

/** @param rowId `post_pictures.id` */
export const toPostPictureId = (rowId: number): number => BEFORE_FIRST_ID + rowId

/** @returns `post_pictures.id`; undefined for the id of a picture in a review */
export const toPostPictureRowId = (id: number): number | undefined => (id > BEFORE_FIRST_ID ? id - BEFORE_FIRST_ID : undefined)
