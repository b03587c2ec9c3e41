import { Copy, Download, Lock, Printer } from 'lucide-react'
import { copyText } from '../lib/device/copy-text.ts'
import { printText } from '../lib/device/print-text.ts'
import { saveFile } from '../lib/device/save-file.ts'
import { showToast } from '../lib/feedback/toasts.ts'
import { getTexts, useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { Checkbox } from '../ui/forms/Checkbox.tsx'
import styles from './passkeys.module.css'
import { passkeyTexts } from './texts.ts'

async function copy(text: string): Promise<void> {
  const t = getTexts(passkeyTexts)
  const isCopied = await copyText(text)
  showToast({ text: t(isCopied ? 'copied' : 'notCopied') })
}

type Props = {
  codes: readonly string[]
  isSaved: boolean
  onSaved: (isSaved: boolean) => void
  close: () => void
}

/**
 * Shows new recovery codes, to copy, download or print them. 'Done' is disabled until the member states that they are
 * saved.
 */
export function NewCodes({ codes, isSaved, onSaved, close }: Props) {
  const t = useTexts(passkeyTexts)
  // The text names neither the site nor the member, because others may see it.
  const text = `${codes.join('\n')}\n`
  return (
    <div className={styles.form}>
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code} className={styles.code}>
            {code}
          </li>
        ))}
      </ol>
      <div className={styles.takeAway}>
        <Button variant="outlined" onClick={() => void copy(text)}>
          <Copy size="1.125rem" strokeWidth={1.75} aria-hidden />
          {t('copy')}
        </Button>
        <Button variant="outlined" onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), t('fileName'))}>
          <Download size="1.125rem" strokeWidth={1.75} aria-hidden />
          {t('download')}
        </Button>
        <Button variant="outlined" onClick={() => printText(text)}>
          <Printer size="1.125rem" strokeWidth={1.75} aria-hidden />
          {t('print')}
        </Button>
      </div>
      <p className={styles.warning}>
        <Lock size="1.125rem" strokeWidth={1.75} aria-hidden />
        {t('keepCodes')}
      </p>
      <div className={styles.done}>
        <Checkbox checked={isSaved} onChange={(event) => onSaved(event.target.checked)}>
          {t('codesSaved')}
        </Checkbox>
        <Button disabled={!isSaved} onClick={close}>
          {t('done')}
        </Button>
      </div>
    </div>
  )
}
