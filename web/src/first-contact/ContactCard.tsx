import type { ContactNeed, ContactRule } from '@app/contract/members/contact'
import { Inbox, Info } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { useTexts } from '../lib/text/texts.ts'
import { Failed } from '../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../ui/feedback/Loading.tsx'
import { Checkbox } from '../ui/forms/Checkbox.tsx'
import { Radio } from '../ui/forms/Radio.tsx'
import { Segmented } from '../ui/forms/Segmented.tsx'
import { Card } from '../ui/layout/Card.tsx'
import styles from './contact-card.module.css'
import { changeContactRule, loadContactRule, useContactRule } from './rule.ts'
import { contactTexts } from './texts.ts'

const NEEDS: readonly ContactNeed[] = ['VERIFIED', 'PHOTO', 'SEARCH']
const OTHERS: readonly ContactRule['others'][] = ['PUT_ASIDE', 'REFUSE']

const load = () => void loadContactRule()

type Props = {
  /** The names of the member's saved searches; empty until they are loaded. */
  searchNames: readonly string[]
}

type RuleProps = Props & { rule: ContactRule }

/** Lets the member choose the needs, and what happens to invites from members who do not meet them. */
function Limits({ rule, searchNames }: RuleProps) {
  const t = useTexts(contactTexts)
  const hintId = useId()
  const toggle = (need: ContactNeed) => {
    const needs = NEEDS.filter((other) => rule.needs.includes(other) !== (other === need))
    void changeContactRule({ ...rule, needs })
  }
  const HintIcon = rule.others === 'PUT_ASIDE' ? Inbox : Info
  return (
    <>
      <fieldset aria-describedby={hintId} className={styles.needs}>
        <legend className="visually-hidden">{t('limited')}</legend>
        {NEEDS.map((need) => (
          <Checkbox key={need} checked={rule.needs.includes(need)} onChange={() => toggle(need)}>
            {t(`need.${need}`)}
            {need === 'SEARCH' && (
              <span className={styles.hint} dir="auto">
                {searchNames.length > 0 ? searchNames.join(', ') : t('searchHint')}
              </span>
            )}
          </Checkbox>
        ))}
        <p className={styles.hint} id={hintId}>
          {t(rule.needs.length > 0 ? 'all' : 'none')}
        </p>
      </fieldset>
      <h3 className={styles.label}>{t('others')}</h3>
      <Segmented
        label={t('others')}
        choices={OTHERS.map((value) => ({ value, label: t(value) }))}
        value={rule.others}
        onChange={(others) => void changeContactRule({ ...rule, others })}
        stretch
      />
      <p className={styles.note} role="status">
        <HintIcon size="1rem" strokeWidth={1.75} aria-hidden />
        {t(`${rule.others}Hint`)}
      </p>
    </>
  )
}

function Choices({ rule, searchNames }: RuleProps) {
  const t = useTexts(contactTexts)
  const name = useId()
  const [isOpened, setIsOpened] = useState(false)
  const isLimited = isOpened || rule.needs.length > 0
  const chooseEveryone = () => {
    setIsOpened(false)
    if (rule.needs.length > 0) void changeContactRule({ ...rule, needs: [] })
  }
  return (
    <>
      <div role="radiogroup" aria-label={t('title')} className={styles.radios}>
        <Radio name={name} checked={!isLimited} onChange={chooseEveryone}>
          {t('everyone')}
        </Radio>
        <Radio name={name} checked={isLimited} onChange={() => setIsOpened(true)}>
          {t('limited')}
        </Radio>
      </div>
      {isLimited && <Limits rule={rule} searchNames={searchNames} />}
      <p className={styles.note}>
        <Info size="1rem" strokeWidth={1.75} aria-hidden />
        {t('team')}
      </p>
    </>
  )
}

/** Lets the member choose who may write first. */
export function ContactCard({ searchNames }: Props) {
  const t = useTexts(contactTexts)
  const rule = useContactRule((state) => state.rule)
  useEffect(load, [])
  return (
    <Card title={t('title')}>
      {rule.data ? (
        <Choices rule={rule.data} searchNames={searchNames} />
      ) : rule.state === 'failed' ? (
        <Failed text={t('failed')} error={rule.error} retry={load} />
      ) : (
        <Loading text={t('loading')}>
          <div className={styles.radios}>
            <Skeleton height="2.75rem" />
            <Skeleton height="2.75rem" />
          </div>
        </Loading>
      )}
    </Card>
  )
}
