import type { Block } from '@app/contract/members/blocks'
import { useEffect, useState } from 'react'
import { showErrorToast } from '../lib/feedback/toasts.ts'
import { inSession } from '../lib/http/session.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { Failed } from '../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../ui/feedback/Loading.tsx'
import { ConfirmDialog } from '../ui/overlays/ConfirmDialog.tsx'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import styles from './block.module.css'
import { endBlock, loadBlocks, useBlocks } from './store.ts'
import { blockTexts } from './texts.ts'

/** Returns the key of the text that states which of the two members get the chat back. */
const effectOf = ({ chatId, reversibleUntil }: Block): 'both' | 'mine' | 'none' =>
  chatId === null ? 'none' : Date.parse(reversibleUntil) > Date.now() ? 'both' : 'mine'

type Props = {
  name: string
  open: boolean
  onClose: () => void
  /** Called when the server has ended the block. */
  onEnded: () => void
}

const load = () => void loadBlocks()

/** Asks for confirmation before the block of a member ends. */
export function EndBlockDialog({ name, open, onClose, onEnded }: Props) {
  const t = useTexts(blockTexts)
  const blocks = useBlocks((state) => state.blocks)
  const found = blocks.data?.find(({ userName }) => userName === name)
  // Keeps the text while the dialog closes, when the block is no longer in the list.
  const [block, setBlock] = useState(found)
  const [busy, setBusy] = useState(false)
  if (found && found !== block) setBlock(found)
  const isStarted = blocks.state !== 'notStarted'
  useEffect(() => {
    if (!isStarted) load()
  }, [isStarted])

  async function confirm(ended: Block): Promise<void> {
    setBusy(true)
    await endBlock(ended).then(inSession(onEnded), showErrorToast)
    setBusy(false)
  }

  if (block) {
    return (
      <ConfirmDialog
        title={t('end.title', { name })}
        confirm={t('end.confirm')}
        cancelLabel={t('end.keep')}
        variant="primary"
        open={open}
        busy={busy}
        onConfirm={() => void confirm(block)}
        onClose={onClose}
      >
        {t(`end.${effectOf(block)}`)}
      </ConfirmDialog>
    )
  }
  return (
    <Dialog title={t('end.title', { name })} open={open} onClose={onClose}>
      {blocks.data ? (
        <p>{t('end.missing', { name })}</p>
      ) : blocks.state === 'failed' ? (
        <Failed error={blocks.error} retry={load} />
      ) : (
        <Loading text={t('end.loading')}>
          <Skeleton height="1rem" />
        </Loading>
      )}
      <div className={styles.actions}>
        <Button variant="quiet" onClick={onClose}>
          {t('end.close')}
        </Button>
      </div>
    </Dialog>
  )
}
