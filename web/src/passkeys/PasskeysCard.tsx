import { PASSKEYS_PER_MEMBER } from '@app/contract/limits'
import type { PasskeyEntry } from '@app/contract/safety/passkeys'
import { Info, Laptop, Plus, Smartphone, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useFormInPlace } from '../lib/forms/use-form-in-place.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { IconButton } from '../ui/buttons/IconButton.tsx'
import { useTimeAgo } from '../ui/facts.ts'
import { Failed } from '../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../ui/feedback/Loading.tsx'
import { Card } from '../ui/layout/Card.tsx'
import { Chip } from '../ui/marks/Chip.tsx'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import { AddPasskey } from './AddPasskey.tsx'
import { DeletePasskey } from './DeletePasskey.tsx'
import { hasPasskeys } from './device.ts'
import { PasskeyOnly } from './PasskeyOnly.tsx'
import styles from './passkeys.module.css'
import { loadPasskeys, usePasskeys } from './store.ts'
import { passkeyTexts } from './texts.ts'

/** Returns whether the name of a passkey suggests a phone, for its icon only. */
const isPhoneName = (name: string): boolean => /telefon|mobil|phone|android|pixel|galaxy/i.test(name)

const load = () => void loadPasskeys()

function PasskeyRow({ passkey, onDelete }: { passkey: PasskeyEntry; onDelete: () => void }) {
  const t = useTexts(passkeyTexts)
  const timeAgo = useTimeAgo()
  const { name, usedAt, current } = passkey
  const Device = isPhoneName(name) ? Smartphone : Laptop
  return (
    <li className={styles.passkey}>
      <span className={styles.device}>
        <Device size="1.25rem" strokeWidth={1.75} aria-hidden />
      </span>
      <div className={styles.facts}>
        <span className={styles.nameLine}>
          <span className={styles.name} dir="auto">
            {name}
          </span>
          {current && (
            <Chip tone="trust" small>
              {t('thisDevice')}
            </Chip>
          )}
        </span>
        <span className={styles.used}>{usedAt === null ? t('never') : t('lastUsed', { time: timeAgo(usedAt) })}</span>
      </div>
      <IconButton icon={Trash2} label={t('removeNamed', { name })} onClick={onDelete} />
    </li>
  )
}

function List({ passkeys }: { passkeys: readonly PasskeyEntry[] }) {
  const t = useTexts(passkeyTexts)
  const [deleting, setDeleting] = useState<PasskeyEntry | null>(null)
  const [open, setOpen] = useState(false)
  if (passkeys.length === 0) return <p className={styles.lead}>{t('empty')}</p>
  return (
    <>
      <ul className={styles.list}>
        {passkeys.map((passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            onDelete={() => {
              setDeleting(passkey)
              setOpen(true)
            }}
          />
        ))}
      </ul>
      <Dialog
        title={t('removeTitle', { name: deleting?.name ?? '' })}
        role="alertdialog"
        open={open}
        onClose={() => setOpen(false)}
      >
        {deleting && <DeletePasskey key={deleting.id} passkey={deleting} close={() => setOpen(false)} />}
      </Dialog>
    </>
  )
}

/** Opens the form in place, and moves the focus into it and back. */
function AddRow() {
  const t = useTexts(passkeyTexts)
  const { row, open, setOpen } = useFormInPlace()
  return (
    <div ref={row}>
      {open ? (
        <AddPasskey close={() => setOpen(false)} />
      ) : (
        <div className={styles.actions}>
          <Button variant="outlined" icon={Plus} onClick={() => setOpen(true)}>
            {t('add')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Lists the passkeys of the account, and adds and deletes them. */
export function PasskeysCard() {
  const t = useTexts(passkeyTexts)
  const { data, state } = usePasskeys(({ passkeys }) => passkeys)
  const protection = usePasskeys((passkeys) => passkeys.protection.data)
  useEffect(load, [])
  return (
    <Card title={t('title')}>
      <p className={styles.lead}>{t('lead')}</p>
      {data ? (
        <>
          <List passkeys={data} />
          {!hasPasskeys() ? (
            <p className={styles.lead}>{t('unsupported')}</p>
          ) : data.length < PASSKEYS_PER_MEMBER ? (
            <AddRow />
          ) : (
            <p className={styles.lead}>{t('many')}</p>
          )}
          <p className={styles.warning}>
            <Info size="1.125rem" strokeWidth={1.75} aria-hidden />
            {t('warning')}
          </p>
          {protection && <PasskeyOnly protection={protection} hasPasskey={data.length > 0} />}
        </>
      ) : state === 'failed' ? (
        <Failed text={t('listFailed')} retry={load} />
      ) : (
        <Loading text={t('loading')}>
          <div className={styles.skeletons}>
            <Skeleton height="2.75rem" radius="0.75rem" />
          </div>
        </Loading>
      )}
    </Card>
  )
}
