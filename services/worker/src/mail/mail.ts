/** A rendered email; a single request to the URL `unsubscribe` ends emails of its kind. */
export type Mail = { to: string; subject: string; text: string; html: string; unsubscribe?: string | undefined }

/** The response of a mail server without its text, which may quote the address. */
export type Rejection = { code?: string; command?: string; responseCode?: number; status?: string }

/**
 * TAKEN: accepted by the mail server. LATER: not accepted, to be retried. UNKNOWN: the server had begun to receive the
 * email and never confirmed it. REFUSED: rejected permanently, with `deadAddress` if the mailbox does not exist.
 */
export type Outcome =
  | { result: 'TAKEN' }
  | { result: 'LATER' | 'UNKNOWN'; rejection: Rejection }
  | { result: 'REFUSED'; rejection: Rejection; deadAddress: boolean }

export type Transport = { send: (mail: Mail) => Promise<Outcome> }
export type BulkTransport = Transport & { close: () => void }
