import type { CaseRow } from '@app/contract/safety/cases'
import type { Subject } from '@app/contract/safety/subjects'
import { useState } from 'react'
import { useForm } from '../../lib/forms/use-form.ts'
import { ApiError, describeError } from '../../lib/http/api-error.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { FieldError, TextField } from '../../ui/forms/Field.tsx'
import { postClaim, postFind, postRelease } from '../api.ts'
import { openingTexts } from '../opening-texts.ts'
import styles from './case.module.css'

type Props = { subject: Subject; onAttached: (row: CaseRow) => void; onError: (error: ApiError) => void }

/**
 * Claims the case of a notice and attaches the subject to it. Releases the case if it is not about a notice, or if
 * attaching fails.
 */
async function attach(id: string, subject: Subject): Promise<CaseRow> {
  const { kind, version } = await postClaim(id)
  try {
    if (kind !== 'NOTICE') throw new ApiError('CONFLICT', '')
    return await postFind(id, { version, subject })
  } catch (error) {
    await postRelease(id).catch(() => undefined)
    throw error
  }
}

/** Attaches the subject to a notice from outside, by the number of its case. */
export function AttachToNotice({ subject, onAttached, onError }: Props) {
  const t = useTexts(openingTexts)
  const [problem, setProblem] = useState<ApiError | null>(null)
  const { field, form, isPending } = useForm<{ number: string }, CaseRow>({
    initial: { number: '' },
    validate: ({ number }) => ({ number: /^\s*[1-9]\d{0,17}\s*$/.test(number) ? undefined : t('numberInvalid') }),
    send: ({ number }) => attach(number.trim(), subject),
    onSent: onAttached,
    report: (error) => (error?.code === 'PASSKEY_REQUIRED' ? onError(error) : setProblem(error)),
  })
  const describe = (error: ApiError): string => {
    if (error.code === 'CONFLICT') return t('noNotice')
    return error.code === 'NOT_FOUND' ? t('unavailable') : describeError(error)
  }
  return (
    <form {...form} className={styles.dialogForm}>
      <TextField label={t('number')} inputMode="numeric" autoComplete="off" maxLength={20} {...field('number')} />
      {problem && <FieldError>{describe(problem)}</FieldError>}
      <div>
        <Button type="submit" busy={isPending} busyLabel={t('attaching')}>
          {t('attach')}
        </Button>
      </div>
    </form>
  )
}
