import type { Page } from '@playwright/test'

type Options = { width?: number; height?: number; hue?: number; type?: 'image/jpeg' | 'image/png' }

/** Draws an evening by the water, as a file for a file input. */
export async function aPicture(
  page: Page,
  { width = 1200, height = 800, hue = 20, type = 'image/jpeg' }: Options = {},
): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const address = await page.evaluate(
    ([width, height, hue, type]) => {
      const canvas = document.createElement('canvas')
      canvas.width = width
      canvas.height = height
      const pen = canvas.getContext('2d')
      if (!pen) throw new Error('no canvas')
      const sky = pen.createLinearGradient(0, 0, 0, height)
      sky.addColorStop(0, `hsl(${hue + 260} 40% 30%)`)
      sky.addColorStop(0.6, `hsl(${hue} 70% 65%)`)
      sky.addColorStop(1, `hsl(${hue + 300} 45% 22%)`)
      pen.fillStyle = sky
      pen.fillRect(0, 0, width, height)
      pen.fillStyle = '#ffe9c4'
      pen.beginPath()
      pen.arc(width * 0.4, height * 0.5, Math.min(width, height) * 0.14, 0, Math.PI * 2)
      pen.fill()
      pen.fillStyle = `hsl(${hue + 280} 40% 26%)`
      pen.fillRect(0, height * 0.6, width, height * 0.4)
      return canvas.toDataURL(type, 0.9)
    },
    [width, height, hue, type] as const,
  )
  const name = type === 'image/png' ? 'kväll.png' : 'kväll.jpg'
  return { name, mimeType: type, buffer: Buffer.from(address.slice(address.indexOf(',') + 1), 'base64') }
}
