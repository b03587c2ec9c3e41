import { vi } from 'vitest'

/** An upload as the network sees it; the test controls its progress and outcome. */
export type FakeUpload = {
  path: string
  headers: Record<string, string>
  parts: FormData
  aborted: boolean
  progress: (loaded: number, total: number) => void
  answer: (status: number, body: unknown) => void
  breakOff: () => void
}

/** Replaces the browser's XMLHttpRequest and collects the uploads. */
export function stubUploads(): FakeUpload[] {
  const uploads: FakeUpload[] = []
  class FakeRequest {
    status = 0
    responseText = ''
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
    onload?: () => void
    onerror?: () => void
    onabort?: () => void
    onloadend?: () => void
    path = ''
    headers: Record<string, string> = {}
    sent: FakeUpload | null = null
    open(_method: string, path: string): void {
      this.path = path
    }
    setRequestHeader(name: string, value: string): void {
      this.headers[name] = value
    }
    abort(): void {
      if (this.sent) this.sent.aborted = true
      this.onabort?.()
      this.onloadend?.()
    }
    send(parts: FormData): void {
      this.sent = {
        path: this.path.replace('/api/v2/', ''),
        headers: this.headers,
        parts,
        aborted: false,
        progress: (loaded, total) => this.upload.onprogress?.({ loaded, total }),
        answer: (status, body) => {
          this.status = status
          this.responseText = typeof body === 'string' ? body : JSON.stringify(body)
          this.onload?.()
          this.onloadend?.()
        },
        breakOff: () => {
          this.onerror?.()
          this.onloadend?.()
        },
      }
      uploads.push(this.sent)
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  return uploads
}
