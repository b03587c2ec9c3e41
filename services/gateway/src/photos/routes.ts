import { Id, IdParam } from '@app/contract/base'
import { UPLOAD_TIMEOUT_MS } from '@app/contract/limits'
import { MediaId } from '@app/contract/media'
import { DeletePhoto, Photo, PhotoUrl, RotationQuery, UploadedPhoto } from '@app/contract/photos'
import multipart from '@fastify/multipart'
import * as z from 'zod/mini'
import type { App } from '../http/app.ts'
import { deletePhoto, rotateConversationPhoto, rotatePhoto } from './actions.ts'
import type { Conversation } from './conversations.ts'
import { UPLOAD_LIMITS } from './receive.ts'
import { storeForConversation, storePhoto } from './upload.ts'

const NoContent = z.void()
const SentPhotoParams = z.object({ id: Id, photoId: MediaId })

const toChat = ({ id }: { id: Id }): Conversation => ({ kind: 'CHAT', chatId: id })
const toGroup = ({ id }: { id: Id }): Conversation => ({ kind: 'GROUP', groupId: id })

/** Registers uploads in a scope of their own, because the multipart parser handles every request of its scope. */
async function registerUploads(app: App): Promise<void> {
  await app.register(multipart, { limits: UPLOAD_LIMITS, throwFileSizeLimit: false })
  app.post(
    '/photos/store',
    {
      config: { policy: 'member', body: 'multipart', handlerTimeoutMs: UPLOAD_TIMEOUT_MS },
      schema: { response: { 202: Photo } },
    },
    async (request, reply) => reply.code(202).send(await storePhoto(request.ctx, { request, reply })),
  )
  app.post(
    '/chats/:id/photos',
    {
      config: { policy: 'chat.write', body: 'multipart', handlerTimeoutMs: UPLOAD_TIMEOUT_MS },
      schema: { params: IdParam, response: { 201: UploadedPhoto } },
    },
    async (request, reply) =>
      reply.code(201).send(await storeForConversation(request.ctx, toChat(request.params), { request, reply })),
  )
  app.post(
    '/groups/:id/photos',
    {
      config: { policy: 'group.chat', body: 'multipart', handlerTimeoutMs: UPLOAD_TIMEOUT_MS },
      schema: { params: IdParam, response: { 201: UploadedPhoto } },
    },
    async (request, reply) =>
      reply.code(201).send(await storeForConversation(request.ctx, toGroup(request.params), { request, reply })),
  )
}

export async function registerPhotos(app: App): Promise<void> {
  await app.register(registerUploads)
  app.post(
    '/photos/rotate',
    {
      config: { policy: 'photo.own', body: 'text' },
      schema: { body: PhotoUrl, querystring: RotationQuery, response: { 200: Photo } },
    },
    (req) => rotatePhoto(req.ctx, req.body, req.query),
  )
  app.post(
    '/chats/:id/:photoId/rotatePhoto',
    {
      config: { policy: 'photo.own' },
      schema: { params: SentPhotoParams, querystring: RotationQuery, response: { 200: UploadedPhoto } },
    },
    (req) => rotateConversationPhoto(req.ctx, toChat(req.params), req.params.photoId, req.query),
  )
  app.post(
    '/groups/:id/:photoId/rotatePhoto',
    {
      config: { policy: 'photo.own' },
      schema: { params: SentPhotoParams, querystring: RotationQuery, response: { 200: UploadedPhoto } },
    },
    (req) => rotateConversationPhoto(req.ctx, toGroup(req.params), req.params.photoId, req.query),
  )
  app.post(
    '/photos/delete',
    { config: { policy: 'photo.own' }, schema: { body: DeletePhoto, response: { 204: NoContent } } },
    async (req, reply) => reply.code(204).send(await deletePhoto(req.ctx, req.body.url)),
  )
}
