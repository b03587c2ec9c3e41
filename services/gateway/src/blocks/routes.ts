import { Block, BlockEffects, BlockMember, EndBlock } from '@app/contract/members/blocks'
import { UserNameParam } from '@app/contract/text/name-schemas'
import * as z from 'zod/mini'
import type { App } from '../http/app.ts'
import { blockMember, endBlock, previewBlock } from './actions.ts'
import { listBlocks } from './queries.ts'

export function registerBlocks(app: App): void {
  app.get(
    '/blocks',
    { config: { policy: 'block.own', membersCountAs: 'known' }, schema: { response: { 200: z.array(Block) } } },
    ({ ctx }) => listBlocks(ctx.db, ctx.member.id),
  )
  app.get(
    '/blocks/effects/:userName',
    {
      config: { policy: 'pair.block', membersCountAs: 'search' },
      schema: { params: UserNameParam, response: { 200: BlockEffects } },
    },
    ({ ctx, params }) => previewBlock(ctx, params.userName),
  )
  app.post(
    '/blocks',
    { config: { policy: 'pair.block' }, schema: { body: BlockMember, response: { 204: z.void() } } },
    async (req, reply) => reply.code(204).send(await blockMember(req.ctx, req.body)),
  )
  app.post(
    '/blocks/remove',
    { config: { policy: 'block.own' }, schema: { body: EndBlock, response: { 204: z.void() } } },
    async (req, reply) => reply.code(204).send(await endBlock(req.ctx, req.body.id)),
  )
}
