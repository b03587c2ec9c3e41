/** Navigates this tab to the provider's page. */
export const openProvider = (url: string): void => location.assign(url)
