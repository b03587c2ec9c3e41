/** The name of the list of failed jobs, which the focus can be led to. */
export const FAILED_JOBS = 'failed-jobs'

export const focusFailedJobs = (): void => document.getElementById(FAILED_JOBS)?.focus()
