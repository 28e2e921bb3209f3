/** Years that a case study can be about. Its twelve months of meter readings must be over. */

const EARLIEST_CASE_STUDY_YEAR = 2000

export const isCaseStudyYear = (year: number, now = new Date()): boolean =>
  Number.isInteger(year) && year >= EARLIEST_CASE_STUDY_YEAR && year <= getLatestCaseStudyYear(now)

export const formatCaseStudyYearError = (now = new Date()): string =>
  `Enter a year from ${EARLIEST_CASE_STUDY_YEAR} to ${getLatestCaseStudyYear(now)}: all its months must be over`

const getLatestCaseStudyYear = (now: Date): number => now.getUTCFullYear() - 1
