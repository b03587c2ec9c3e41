import { Id, IdParam } from '@app/contract/base'
import { UPLOAD_TIMEOUT } from '@app/contract/limits'
import { MediaId } from '@app/contract/media'
import { DeletePhoto, Photo, PhotoUrl, UploadedPhoto } from '@app/contract/photos'
import multipart from '@fastify/multipart'
import * as z from 'zod/mini'
import type { App } from '../http/app.ts'
import type { Limits } from '../limits/limits.ts'
import { removePhoto, rotateConversationPhoto, rotatePhoto } from './actions.ts'
import type { Conversation } from './conversations.ts'
import { UPLOAD_LIMITS } from './receive.ts'
import { storeForConversation, storePhoto } from './upload.ts'

const NoContent = z.void()
const SentPhotoParams = z.object({ id: Id, photoId: MediaId })

const inChat = ({ id }: { id: Id }): Conversation => ({ kind: 'CHAT', chatId: id })
const inGroup = ({ id }: { id: Id }): Conversation => ({ kind: 'GROUP', groupId: id })

/** Registers uploads in a scope of their own, because the multipart parser handles every request of its scope. */
async function registerUploads(app: App, limits: Limits): Promise<void> {
  await app.register(multipart, { limits: UPLOAD_LIMITS, throwFileSizeLimit: false })
  app.post(
    '/photos/store',
    {
      config: { policy: 'member', body: 'multipart', handlerTimeoutMs: UPLOAD_TIMEOUT },
      schema: { response: { 202: Photo } },
    },
    async (request, reply) => reply.code(202).send(await storePhoto(request.ctx, limits, { request, reply })),
  )
  app.post(
    '/chats/:id/photos',
    {
      config: { policy: 'chat.write', body: 'multipart', handlerTimeoutMs: UPLOAD_TIMEOUT },
      schema: { params: IdParam, response: { 201: UploadedPhoto } },
    },
    async (request, reply) =>
      reply.code(201).send(await storeForConversation(request.ctx, limits, inChat(request.params), { request, reply })),
  )
  app.post(
    '/groups/:id/photos',
    {
      config: { policy: 'group.chat', body: 'multipart', handlerTimeoutMs: UPLOAD_TIMEOUT },
      schema: { params: IdParam, response: { 201: UploadedPhoto } },
    },
    async (request, reply) =>
      reply
        .code(201)
        .send(await storeForConversation(request.ctx, limits, inGroup(request.params), { request, reply })),
  )
}

export async function registerPhotos(app: App, limits: Limits): Promise<void> {
  await app.register((uploads: App) => registerUploads(uploads, limits))
  app.post(
    '/photos/rotate',
    { config: { policy: 'photo.own', body: 'text' }, schema: { body: PhotoUrl, response: { 200: Photo } } },
    (req) => rotatePhoto(req.ctx, req.body),
  )
  app.post(
    '/chats/:id/:photoId/rotatePhoto',
    { config: { policy: 'photo.own' }, schema: { params: SentPhotoParams, response: { 200: UploadedPhoto } } },
    (req) => rotateConversationPhoto(req.ctx, inChat(req.params), req.params.photoId),
  )
  app.post(
    '/groups/:id/:photoId/rotatePhoto',
    { config: { policy: 'photo.own' }, schema: { params: SentPhotoParams, response: { 200: UploadedPhoto } } },
    (req) => rotateConversationPhoto(req.ctx, inGroup(req.params), req.params.photoId),
  )
  app.post(
    '/photos/delete',
    { config: { policy: 'photo.own' }, schema: { body: DeletePhoto, response: { 204: NoContent } } },
    async (req, reply) => reply.code(204).send(await removePhoto(req.ctx, req.body.url)),
  )
}
