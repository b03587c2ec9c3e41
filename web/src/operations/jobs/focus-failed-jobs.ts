/** The id of the list of failed jobs, used to focus it. */
export const FAILED_JOBS = 'failed-jobs'

export const focusFailedJobs = (): void => document.getElementById(FAILED_JOBS)?.focus()
