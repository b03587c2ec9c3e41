/** The id of the heading above the failed jobs. */
export const FAILED_JOBS_HEADING_ID = 'failed-jobs'

export const focusFailedJobs = (): void => document.getElementById(FAILED_JOBS_HEADING_ID)?.focus()
