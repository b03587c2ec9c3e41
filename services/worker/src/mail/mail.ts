/** A rendered mail; a single request to the URL `unsubscribe` ends mails of its kind. */
export type Mail = { to: string; subject: string; text: string; html: string; unsubscribe?: string | undefined }

/** The response of a mail server without its text, which may quote the address. */
export type Refusal = { code?: string; command?: string; responseCode?: number; status?: string }

/**
 * TAKEN: accepted by the mail server. LATER: not accepted, to be retried. UNKNOWN: the server had begun to receive the
 * mail and never confirmed it. REFUSED: refused permanently, with `deadAddress` if the mailbox does not exist.
 */
export type Outcome =
  | { result: 'TAKEN' }
  | { result: 'LATER' | 'UNKNOWN'; refusal: Refusal }
  | { result: 'REFUSED'; refusal: Refusal; deadAddress: boolean }

export type Transport = { send: (mail: Mail) => Promise<Outcome> }
export type BulkTransport = Transport & { close: () => void }
