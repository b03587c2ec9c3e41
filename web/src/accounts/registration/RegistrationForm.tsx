import { CITIES_MAX } from '@app/contract/limits'
import { memo, useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { type FieldErrors, type Form, useForm } from '../../lib/forms/use-form.ts'
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
import { accountPageTexts } from '../page-texts.ts'
import { LoginAndName } from './LoginAndName.tsx'
import { PersonsCard } from './PersonsCard.tsx'
import styles from './registration.module.css'
import { EMPTY_VALUES, type RegistrationValues, registrationSchema } from './registration-schema.ts'
import { registrationTexts } from './registration-texts.ts'

type Props = { token: string; onCoupleChange: (couple: boolean) => void }

const FIELDS = Object.keys(EMPTY_VALUES)

/** Returns the first error of each field, in the order of the form. */
function errorsOf(issues: readonly { path: PropertyKey[]; message: string }[]): FieldErrors {
  const sortedIssues = issues.toSorted(
    ({ path: [a] }, { path: [b] }) => FIELDS.indexOf(String(a)) - FIELDS.indexOf(String(b)),
  )
  const errors: Record<string, string> = {}
  for (const { path, message } of sortedIssues) errors[path.join('.')] ??= message
  return errors
}

type CitiesProps = {
  chosen: readonly string[]
  error: string | undefined
  set: Form<RegistrationValues>['set']
}

/** Lets the visitor choose cities. Memoized, so that typing in another field does not render all 290 cities again. */
const CitiesCard = memo(function CitiesCard({ chosen, error, set }: CitiesProps) {
  const t = useTexts(registrationTexts)
  return (
    <Card roomy>
      <CityPicker
        title={<h2>{t('cities')}</h2>}
        chosen={chosen}
        max={CITIES_MAX}
        onChange={(cities) => set({ cities: [...cities] })}
        error={error}
      />
    </Card>
  )
})

export function RegistrationForm({ token, onCoupleChange }: Props) {
  const t = useTexts(registrationTexts)
  const tAccount = useTexts(accountPageTexts)
  const navigate = useNavigate()
  const language = useLanguage()
  const referenceYear = useAppConfig((config) => config.referenceYear)
  const schema = useMemo(() => registrationSchema(referenceYear, token, language), [referenceYear, token, language])
  const [isLinkInvalid, setIsLinkInvalid] = useState(false)
  const registration = useForm({
    initial: EMPTY_VALUES,
    validate: (values) => errorsOf(schema.safeParse(values).error?.issues ?? []),
    send: async (values) => {
      const { terms: _accepted, ...parsed } = schema.parse(values)
      try {
        await completeRegistration(parsed)
      } catch (error) {
        setIsLinkInvalid(isApiError(error, 'INVALID_TOKEN'))
        throw error
      }
    },
    onSent: () => void navigate('/chats?welcome=photo', { replace: true }),
    serverErrorsOf: ({ code, message }) => (code === 'USER_NAME_IN_USE' ? { userName: message } : {}),
    listsErrors: true,
  })
  const { values, set, errorOf, markTouched, isPending, form } = registration
  const termsError = errorOf('terms')

  return (
    <form className={styles.cards} {...form}>
      <LoginAndName form={registration} />
      <PersonsCard form={registration} onCoupleChange={onCoupleChange} />
      <CitiesCard chosen={values.cities} error={errorOf('cities')} set={set} />
      <Card roomy>
        <div className={styles.terms}>
          <Checkbox
            name="terms"
            checked={values.terms}
            aria-invalid={termsError ? true : undefined}
            onChange={(event) => set({ terms: event.target.checked })}
            onBlur={() => markTouched('terms')}
          >
            {t.rich('terms', {
              link: (label) => (
                <Link className="text-link" to="/terms" target="_blank">
                  {label}
                </Link>
              ),
            })}
          </Checkbox>
        </div>
        {termsError && <FieldError>{termsError}</FieldError>}
        <div className={styles.last}>
          <Button type="submit" busy={isPending} busyLabel={t('creating')}>
            {t('createAccount')}
          </Button>
          {isLinkInvalid && (
            <ButtonLink to="/registration" variant="outlined">
              {tAccount('newLink')}
            </ButtonLink>
          )}
          <ButtonLink to="/" variant="quiet">
            {tAccount('cancel')}
          </ButtonLink>
        </div>
      </Card>
    </form>
  )
}
