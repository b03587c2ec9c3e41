import { CITIES_MAX } from '@app/contract/limits'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMemo, useState } from 'react'
import { Controller, FormProvider, useForm } from 'react-hook-form'
import { Link, useNavigate } from 'react-router-dom'
import { clearProblems, showError, showProblems } from '../../lib/feedback/problem-banner.ts'
import { useFieldText } from '../../lib/forms/field-text.ts'
import { forEachFieldError } from '../../lib/forms/for-each-field-error.ts'
import { useFirstError } from '../../lib/forms/use-first-error.ts'
import { isApiError } from '../../lib/http/api-error.ts'
import { useAppConfig } from '../../lib/release/app-config.ts'
import { useLanguage } from '../../lib/text/language.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button, ButtonLink } from '../../ui/buttons/Button.tsx'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'
import { CityPicker } from '../../ui/forms/CityPicker.tsx'
import { FieldError } from '../../ui/forms/Field.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { completeRegistration } from '../api.ts'
import { accountTexts } from '../texts.ts'
import { LoginAndName } from './LoginAndName.tsx'
import { messagesIn } from './messages-in.ts'
import { PersonsCard } from './PersonsCard.tsx'
import styles from './registration.module.css'
import { NOTHING_FILLED_IN, type RegistrationValues, registrationSchema } from './registration-schema.ts'

type Props = { token: string; onCouple: (couple: boolean) => void }

const FIELDS = Object.keys(NOTHING_FILLED_IN)

type FieldPath = Parameters<ReturnType<typeof useForm<RegistrationValues>>['setError']>[0]

export function RegistrationForm({ token, onCouple }: Props) {
  const t = useTexts(accountTexts)
  const textOf = useFieldText()
  const navigate = useNavigate()
  const language = useLanguage()
  const referenceYear = useAppConfig((config) => config.referenceYear)
  const resolver = useMemo(
    () => standardSchemaResolver(registrationSchema(referenceYear, token, language)),
    [referenceYear, token, language],
  )
  const methods = useForm({ resolver, defaultValues: NOTHING_FILLED_IN, mode: 'onTouched', shouldFocusError: false })
  const { control, formState, handleSubmit, register, setError } = methods
  const form = useFirstError(formState.submitCount)
  const [linkDead, setLinkDead] = useState(false)

  const submit = handleSubmit(
    async ({ terms: _accepted, ...registration }) => {
      clearProblems()
      try {
        await completeRegistration(registration)
        await navigate('/chats', { replace: true })
      } catch (error) {
        showError(error)
        forEachFieldError(error, (path, message) => setError(path as FieldPath, { message }))
        if (isApiError(error, 'USER_NAME_IN_USE')) setError('userName', { message: error.message })
        setLinkDead(isApiError(error, 'INVALID_TOKEN'))
      }
    },
    (errors) => {
      const messages = messagesIn(errors, FIELDS).map((message) => textOf({ message }) ?? '')
      showProblems(messages, 'correct')
    },
  )

  return (
    <FormProvider {...methods}>
      <form ref={form} className={styles.cards} noValidate onSubmit={(event) => void submit(event)}>
        <LoginAndName />
        <PersonsCard onCouple={onCouple} />
        <Card roomy>
          <Controller
            control={control}
            name="cities"
            render={({ field, fieldState }) => (
              <CityPicker
                title={<h2>{t('cities')}</h2>}
                chosen={field.value}
                max={CITIES_MAX}
                onChange={(cities) => field.onChange([...cities])}
                error={textOf(fieldState.error)}
              />
            )}
          />
        </Card>
        <Card roomy>
          <div className={styles.terms}>
            <Checkbox aria-invalid={formState.errors.terms ? true : undefined} {...register('terms')}>
              {t.rich('terms', {
                link: (words) => (
                  <Link className="text-link" to="/terms" target="_blank">
                    {words}
                  </Link>
                ),
              })}
            </Checkbox>
          </div>
          {formState.errors.terms && <FieldError>{textOf(formState.errors.terms)}</FieldError>}
          <div className={styles.last}>
            <Button type="submit" busy={formState.isSubmitting} busyLabel={t('creating')}>
              {t('createAccount')}
            </Button>
            {linkDead && (
              <ButtonLink to="/registration" variant="outlined">
                {t('newLink')}
              </ButtonLink>
            )}
            <ButtonLink to="/" variant="quiet">
              {t('cancel')}
            </ButtonLink>
          </div>
        </Card>
      </form>
    </FormProvider>
  )
}
