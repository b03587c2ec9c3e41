/**
 * A rendered email without its recipient. A single request to the URL `unsubscribe` stops such emails. Copies of an
 * email share their `messageKey`, from which the Message-ID is derived.
 */
export type RenderedMail = {
  subject: string
  text: string
  html: string
  unsubscribe?: string | undefined
  messageKey?: string | undefined
}

export type Mail = RenderedMail & { to: string }

/** The codes of a failed attempt, without the text of the server's response, which may quote the address. */
export type Rejection = { code?: string; command?: string; responseCode?: number; status?: string }

/**
 * The result of sending an email. TAKEN: accepted by the mail server. LATER: not accepted, to be retried. UNKNOWN: the
 * server began to receive the email but did not confirm it. REFUSED: rejected permanently, with
 * `isAddressUndeliverable` if the mailbox does not exist.
 */
export type Outcome =
  | { result: 'TAKEN' }
  | { result: 'LATER' | 'UNKNOWN'; rejection: Rejection }
  | { result: 'REFUSED'; rejection: Rejection; isAddressUndeliverable: boolean }

export type Transport = { send: (mail: Mail) => Promise<Outcome> }
export type BulkTransport = Transport & { close: () => void }
