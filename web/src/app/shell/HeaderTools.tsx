import { Eye, EyeOff, LifeBuoy, LogOut } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { setDiscreet, useDiscreet } from '../../lib/device/discreet.ts'
import { useAppConfig } from '../../lib/release/app-config.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { NewsCountMark } from '../../news/NewsCountMark.tsx'
import { requestLogOut } from '../../pages/log-out.ts'
import { NEWS_ROW } from '../navigation.ts'
import { appTexts } from '../texts.ts'
import styles from './shell.module.css'

/** Shows the header's buttons and links: on narrow screens only their icons, on a phone only the discreet mode. */
export function HeaderTools() {
  const t = useTexts(appTexts)
  const { pathname } = useLocation()
  const discreet = useDiscreet()
  const supportUrl = useAppConfig((config) => config.supportUrl)
  const DiscreetIcon = discreet ? EyeOff : Eye
  return (
    <div className={styles.tools}>
      <button
        type="button"
        className={styles.tool}
        title={t('discreet')}
        aria-pressed={discreet}
        onClick={() => setDiscreet(!discreet)}
      >
        <DiscreetIcon size="1.125rem" strokeWidth={1.75} aria-hidden />
        <span className={styles.toolLabel}>{t('discreet')}</span>
      </button>
      <Link
        className={styles.wideTool}
        to={NEWS_ROW.to}
        title={t('news')}
        aria-current={pathname === NEWS_ROW.to ? 'page' : undefined}
      >
        <NEWS_ROW.icon size="1.125rem" strokeWidth={1.75} aria-hidden />
        <span className={styles.toolLabel}>{t('news')}</span>
        <NewsCountMark />
      </Link>
      <a className={styles.wideTool} href={supportUrl} target="_blank" rel="noopener noreferrer" title={t('contact')}>
        <LifeBuoy size="1.125rem" strokeWidth={1.75} aria-hidden />
        <span className={styles.toolLabel}>{t('contact')}</span>
      </a>
      <button type="button" className={styles.wideTool} title={t('logOut')} onClick={() => requestLogOut()}>
        <LogOut size="1.125rem" strokeWidth={1.75} aria-hidden />
        <span className={styles.toolLabel}>{t('logOut')}</span>
      </button>
    </div>
  )
}
