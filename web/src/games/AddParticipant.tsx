import { DoWith, type Participant } from '@app/contract/games'
import { PARTICIPANT_NAME_MAX } from '@app/contract/limits'
import { isVisible, normalizeText } from '@app/contract/text/normalize'
import { Plus } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { newClientId } from '../lib/http/client-id.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { ChoicePills } from '../ui/forms/ChoicePills.tsx'
import { TextField } from '../ui/forms/Field.tsx'
import { addParticipant } from './game.ts'
import styles from './games.module.css'
import { changeGame } from './store.ts'
import { gamesTexts } from './texts.ts'

/** Shows the form that adds a participant. Its button appears once all fields are filled in. */
export function AddParticipant() {
  const t = useTexts(gamesTexts)
  const [name, setName] = useState('')
  const [sex, setSex] = useState<Participant['sex'] | null>(null)
  const [doWith, setDoWith] = useState<DoWith | null>(null)
  const [addedName, setAddedName] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)

  const add = (event: FormEvent) => {
    event.preventDefault()
    if (!isVisible(name) || !sex || !doWith) return
    const normalizedName = normalizeText(name)
    changeGame((game) => addParticipant(game, { id: newClientId(), name: normalizedName, sex, doWith }))
    setAddedName(normalizedName)
    setName('')
    setSex(null)
    setDoWith(null)
    field.current?.focus()
  }

  return (
    <form className={styles.add} onSubmit={add}>
      <TextField
        ref={field}
        label={t('name')}
        maxLength={PARTICIPANT_NAME_MAX}
        autoComplete="off"
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <ChoicePills
        legend={t('sex')}
        choices={[
          { value: 'FEMALE', label: t('woman') },
          { value: 'MALE', label: t('man') },
          { value: 'NON_BINARY', label: t('nonBinary') },
        ]}
        value={sex}
        onChange={setSex}
      />
      <ChoicePills
        legend={t('doWith')}
        choices={DoWith.options.map((value) => ({ value, label: t(value) }))}
        value={doWith}
        onChange={setDoWith}
      />
      {isVisible(name) && sex && doWith && (
        <Button type="submit" variant="tinted" icon={Plus}>
          {t('add')}
        </Button>
      )}
      <p role="status" className="visually-hidden">
        {addedName && t('added', { name: addedName })}
      </p>
    </form>
  )
}
