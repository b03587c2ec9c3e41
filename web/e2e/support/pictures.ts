import type { MemberResponse } from '@app/contract/members/members'
import type { Photo } from '@app/contract/photos'
import { expect, type Page } from '@playwright/test'
import { as, type Member } from './members.ts'

type Options = { width?: number; height?: number; hue?: number; type?: 'image/jpeg' | 'image/png' }

/** Draws an evening by the water, as a file for a file input. */
export async function aPicture(
  page: Page,
  { width = 1200, height = 800, hue = 20, type = 'image/jpeg' }: Options = {},
): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const dataUrl = await page.evaluate(
    ([width, height, hue, type]) => {
      const canvas = document.createElement('canvas')
      canvas.width = width
      canvas.height = height
      const context = canvas.getContext('2d')
      if (!context) throw new Error('no canvas')
      const sky = context.createLinearGradient(0, 0, 0, height)
      sky.addColorStop(0, `hsl(${hue + 260} 40% 30%)`)
      sky.addColorStop(0.6, `hsl(${hue} 70% 65%)`)
      sky.addColorStop(1, `hsl(${hue + 300} 45% 22%)`)
      context.fillStyle = sky
      context.fillRect(0, 0, width, height)
      context.fillStyle = '#ffe9c4'
      context.beginPath()
      context.arc(width * 0.4, height * 0.5, Math.min(width, height) * 0.14, 0, Math.PI * 2)
      context.fill()
      context.fillStyle = `hsl(${hue + 280} 40% 26%)`
      context.fillRect(0, height * 0.6, width, height * 0.4)
      return canvas.toDataURL(type, 0.9)
    },
    [width, height, hue, type] as const,
  )
  const name = type === 'image/png' ? 'kväll.png' : 'kväll.jpg'
  return { name, mimeType: type, buffer: Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64') }
}

/** Adds a photo to the member's PUBLIC album through the API, and waits until it is processed. */
export async function aPhotoBy(page: Page, owner: Member): Promise<void> {
  const { name, mimeType, buffer } = await aPicture(page)
  const form = new FormData()
  form.append('file', new File([new Uint8Array(buffer)], name, { type: mimeType }))
  const { id } = await as(owner).post<Photo>('/photos/store', form)
  await expect(async () => {
    const { photos } = await as(owner).get<MemberResponse>(`/members/username/${encodeURIComponent(owner.userName)}`)
    expect(photos.find((photo) => photo.id === id)?.status).toBe('READY')
  }).toPass()
}
