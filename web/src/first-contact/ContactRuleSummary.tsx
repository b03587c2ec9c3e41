import { Check } from 'lucide-react'
import { useEffect } from 'react'
import { settingsUrl } from '../lib/navigation/settings-url.ts'
import { useTexts } from '../lib/text/texts.ts'
import { ButtonLink } from '../ui/buttons/Button.tsx'
import { Card } from '../ui/layout/Card.tsx'
import styles from './contact-rule-summary.module.css'
import { loadContactRule, useContactRule } from './rule.ts'
import { contactTexts } from './texts.ts'

/** Shows who may write first, with a link to the setting. */
export function ContactRuleSummary() {
  const t = useTexts(contactTexts)
  const rule = useContactRule((state) => state.rule.data)
  useEffect(() => void loadContactRule(), [])
  return (
    <div className={styles.rule}>
      <Card title={t('title')}>
        {rule && rule.needs.length === 0 && <p>{t('open')}</p>}
        {rule && rule.needs.length > 0 && (
          <>
            <p>{t('chosen')}</p>
            <ul>
              {rule.needs.map((need) => (
                <li key={need} className={styles.need}>
                  <Check size="1.125rem" strokeWidth={1.75} aria-hidden />
                  {t(`need.${need}`)}
                </li>
              ))}
            </ul>
            <p>{t(`othersDo.${rule.others}`)}</p>
          </>
        )}
        <ButtonLink to={settingsUrl('safety')} variant="outlined" wide>
          {t('change')}
        </ButtonLink>
      </Card>
    </div>
  )
}
