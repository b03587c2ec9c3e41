import type { FastifyReply } from 'fastify'
import * as z from 'zod/mini'

/** The response schema of a route that sends a picture. */
export const WEBP_RESPONSE = { 200: { content: { 'image/webp': { schema: z.any() } } } } as const

/** Sends a picture that no cache may store. */
export const sendPicture = (reply: FastifyReply, bytes: Buffer): FastifyReply =>
  reply.header('cache-control', 'private, no-store').type('image/webp').send(bytes)
