import { TEXT_AREA_MAX } from '@app/contract/limits'
import { useState } from 'react'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { TextArea } from '../ui/forms/Field.tsx'
import { Card } from '../ui/layout/Card.tsx'
import { Markdown } from '../ui/markdown/Markdown.tsx'
import styles from './own-profile-form.module.css'
import { profileTexts } from './texts.ts'
import type { OwnForm } from './use-own-form.ts'

/** Lets the member edit the profile text (`description`), with an optional preview as readers see it. */
export function DescriptionCard({ form: { values, set, errorOf, markTouched } }: { form: OwnForm }) {
  const t = useTexts(profileTexts)
  const [preview, setPreview] = useState(false)
  return (
    <Card>
      <div className={styles.head}>
        <h2>{t(`section.${values.persons}.description`)}</h2>
        <Button variant="quiet" aria-pressed={preview} onClick={() => setPreview(!preview)}>
          {preview ? t('form.hidePreview') : t('form.preview')}
        </Button>
      </div>
      <TextArea
        label={t(values.persons === 'two' ? 'form.descriptionOfTwo' : 'form.description')}
        hint={t('form.markdown')}
        aside={`${values.description.length}/${TEXT_AREA_MAX}`}
        rows={8}
        dir="auto"
        value={values.description}
        error={errorOf('description')}
        onChange={(event) => set({ description: event.target.value })}
        onBlur={() => markTouched('description')}
      />
      {preview && (
        <section className={styles.preview} aria-label={t('form.preview')}>
          <Markdown text={values.description} />
        </section>
      )}
    </Card>
  )
}
