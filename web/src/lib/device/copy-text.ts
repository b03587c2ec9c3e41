/** Copies a text to the clipboard. Returns whether that succeeded. */
export async function copyText(text: string): Promise<boolean> {
  try {
    // NOTE: the clipboard API is only available in secure contexts, and the member may deny access to it.
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
