import type { NewsItem } from '@app/contract/news'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { Lips } from '../ui/marks/lips-icon.ts'
import { kissNews } from './store.ts'
import { newsTexts } from './texts.ts'

/** Lets each member kiss a news item once, permanently. */
export function NewsKiss({ item: { id, iKissed, kisses } }: { item: NewsItem }) {
  const t = useTexts(newsTexts)
  return (
    <Button
      variant={iKissed ? 'tinted' : 'outlined'}
      icon={Lips}
      title={iKissed ? undefined : t('kissTitle')}
      aria-pressed={iKissed}
      onClick={() => iKissed || void kissNews(id)}
    >
      {iKissed ? t('kissed', { others: kisses - 1 }) : t('kisses', { count: kisses })}
    </Button>
  )
}
