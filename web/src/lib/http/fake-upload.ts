import { vi } from 'vitest'

/** An upload in flight, whose progress and outcome the test controls. */
export type FakeUpload = {
  path: string
  headers: Record<string, string>
  parts: FormData
  aborted: boolean
  reportProgress: (loaded: number, total: number) => void
  respond: (status: number, body: unknown, responseHeaders?: Record<string, string>) => void
  failNetwork: () => void
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
    responseHeaders: Record<string, string> = {}
    fakeUpload: FakeUpload | null = null
    open(_method: string, path: string): void {
      this.path = path
    }
    setRequestHeader(name: string, value: string): void {
      this.headers[name] = value
    }
    getResponseHeader(name: string): string | null {
      return this.responseHeaders[name] ?? null
    }
    abort(): void {
      if (this.fakeUpload) this.fakeUpload.aborted = true
      this.onabort?.()
      this.onloadend?.()
    }
    send(parts: FormData): void {
      this.fakeUpload = {
        path: this.path.replace('/api/v2/', ''),
        headers: this.headers,
        parts,
        aborted: false,
        reportProgress: (loaded, total) => this.upload.onprogress?.({ loaded, total }),
        respond: (status, body, responseHeaders = {}) => {
          this.status = status
          this.responseHeaders = responseHeaders
          this.responseText = typeof body === 'string' ? body : JSON.stringify(body)
          this.onload?.()
          this.onloadend?.()
        },
        failNetwork: () => {
          this.onerror?.()
          this.onloadend?.()
        },
      }
      uploads.push(this.fakeUpload)
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  return uploads
}
