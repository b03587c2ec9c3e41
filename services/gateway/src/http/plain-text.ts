import { type Text, translate } from '@app/contract/text/language'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { resolveLanguage } from './errors.ts'

/** The response schema of routes that return a text. */
export const PlainText = { content: { 'text/plain': { schema: z.string() } } }

export const sendText = (reply: FastifyReply, text: string) => reply.type('text/plain; charset=utf-8').send(text)

/** Sends a text in the caller's language. */
export const sendTranslated = (request: FastifyRequest, reply: FastifyReply, text: Text) =>
  sendText(reply, translate(text, resolveLanguage(request)))
