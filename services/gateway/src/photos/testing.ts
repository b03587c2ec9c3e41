/** Returns bytes with the signature of a JPEG, the only part of the content that the gateway checks. */
export const jpegBytes = (size = 1_000): Buffer<ArrayBuffer> => {
  const bytes = Buffer.alloc(size, 'x')
  bytes.set([0xff, 0xd8, 0xff, 0xe0])
  return bytes
}

type FormOptions = {
  bytes?: Uint8Array<ArrayBuffer>
  part?: string
  name?: string
  type?: string
  album?: string
  /** The text parts of the form. */
  texts?: Record<string, string>
}

/** Returns the form of an upload, as a browser sends it. */
export function aForm({
  bytes = jpegBytes(),
  part = 'file',
  name = 'bild.jpg',
  type,
  album,
  texts = {},
}: FormOptions = {}): FormData {
  const form = new FormData()
  if (album !== undefined) form.append('album', album)
  for (const [name, text] of Object.entries(texts)) form.append(name, text)
  form.append(part, new File([bytes], name, { type: type ?? 'image/jpeg' }))
  return form
}
