import { classes } from '../../ui/classes.ts'
import { Photo } from '../../ui/photos/Photo.tsx'
import styles from './portrait.module.css'

type Props = { name: string; photoUrl: string | null; size: 'card' | 'invite' }

/** Shows the partner's photo in a large size, else the first letter of their name. */
export const Portrait = ({ name, photoUrl, size }: Props) => (
  <div className={classes(styles.portrait, styles[size])} aria-hidden={photoUrl ? undefined : true}>
    {photoUrl ? <Photo photo={photoUrl} alt={name} eager /> : (Array.from(name)[0]?.toLocaleUpperCase('sv') ?? '')}
  </div>
)
