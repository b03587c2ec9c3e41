import { type Text, translate } from '@app/contract/text/language'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { resolveLanguage } from './errors.ts'

/** The response schema of routes that return a sentence. */
export const PlainText = { content: { 'text/plain': { schema: z.string() } } }

export const sendText = (reply: FastifyReply, text: string) => reply.type('text/plain; charset=utf-8').send(text)

/** Sends a text in the language of the caller. */
export const sendTextTo = (request: FastifyRequest, reply: FastifyReply, text: Text) =>
  sendText(reply, translate(text, resolveLanguage(request)))
