const LINK = /\bhttps?:\/\/|\bwww\.|[\p{L}\p{N}-]\.(?:app|com|info|io|me|net|nu|org|se|tv|xyz)\b/iu
const PHONE = /(?:\+|\b00?)[\d](?:[\s().-]?\d){6,}/

/** Returns whether a text contains a link or a telephone number. */
export const hasContactDetails = (text: string): boolean => LINK.test(text) || PHONE.test(text)
