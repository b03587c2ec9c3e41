const NAMES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Words as they stand in HTML, between tags or in an attribute. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => NAMES[character] ?? character)
