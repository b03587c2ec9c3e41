import { CircleAlert, type LucideIcon } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from '../classes.ts'
import styles from './field.module.css'

export const FieldError = ({ id, children }: { id?: string; children: ReactNode }) => (
  <p className={styles.error} id={id}>
    <CircleAlert size="1rem" strokeWidth={1.75} aria-hidden />
    <span>{children}</span>
  </p>
)

type FrameProps = {
  label: string
  /** Rendered right of the label: a counter, a unit or a link. */
  aside?: ReactNode
  hint?: ReactNode
  error?: string
}

type IconProps = { icon?: LucideIcon }
type FieldIds = { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string }

/** Renders a label above and a hint or error below; gives the control between them the ids that associate them. */
export function Field({
  label,
  icon: Icon,
  aside,
  hint,
  error,
  children,
}: FrameProps & IconProps & { children: (ids: FieldIds) => ReactNode }) {
  const id = useId()
  const describedBy = error ? `${id}-error` : hint ? `${id}-hint` : undefined
  return (
    <div className={styles.field}>
      <div className={styles.top}>
        <label className={styles.label} htmlFor={id}>
          {Icon && <Icon size="1.125rem" strokeWidth={1.75} aria-hidden />}
          {label}
        </label>
        {aside && <span className={styles.aside}>{aside}</span>}
      </div>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy })}
      {error ? (
        <FieldError id={`${id}-error`}>{error}</FieldError>
      ) : (
        hint && (
          <p className={styles.hint} id={`${id}-hint`}>
            {hint}
          </p>
        )
      )}
    </div>
  )
}

type TextFieldProps = FrameProps & Omit<ComponentProps<'input'>, 'className' | 'id'>

export const TextField = ({ label, aside, hint, error, ...input }: TextFieldProps) => (
  <Field label={label} aside={aside} hint={hint} error={error}>
    {(ids) => <input type="text" {...input} {...ids} className={styles.input} />}
  </Field>
)

type TextAreaProps = FrameProps & IconProps & Omit<ComponentProps<'textarea'>, 'className' | 'id'>

export const TextArea = ({ label, icon, aside, hint, error, ...area }: TextAreaProps) => (
  <Field label={label} icon={icon} aside={aside} hint={hint} error={error}>
    {(ids) => <textarea {...area} {...ids} className={classes(styles.input, styles.area)} />}
  </Field>
)
