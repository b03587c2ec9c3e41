import type { ReasonCode } from '@app/contract/safety/reason-texts'
import { create } from 'zustand'
import { useSessionState } from '../../lib/http/session.ts'
import { useTexts } from '../../lib/text/texts.ts'
import styles from './decide.module.css'
import { decideTexts } from './decide-texts.ts'

const RECENT_MAX = 3

type Recent = Partial<Record<ReasonCode, readonly string[]>>

/** The newest texts of this admin's decisions by reason. Kept only in memory, since they are about members. */
const useRecent = create<Recent>(() => ({}))

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId !== previous.session?.sessionId) useRecent.setState({}, true)
})

export const rememberText = (reason: ReasonCode, text: string): void =>
  useRecent.setState(({ [reason]: texts = [] }) => ({
    [reason]: [text, ...texts.filter((other) => other !== text)].slice(0, RECENT_MAX),
  }))

type Props = { reason: ReasonCode; isShown: boolean; onPick: (text: string) => void }

/** Offers the texts that the admin wrote for the same reason, to use them again. */
export function RecentTexts({ reason, isShown, onPick }: Props) {
  const t = useTexts(decideTexts)
  const texts = useRecent((recent) => recent[reason])
  if (!isShown || !texts) return null
  return (
    <fieldset className={styles.recent}>
      <legend className={styles.hint}>{t('recent')}</legend>
      {texts.map((text) => (
        <button key={text} type="button" className={styles.recentText} dir="auto" onClick={() => onPick(text)}>
          {text}
        </button>
      ))}
    </fieldset>
  )
}
