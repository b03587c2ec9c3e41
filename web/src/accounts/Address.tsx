import styles from './form.module.css'

/** An e-mail address inside of a sentence. */
export const Address = ({ email }: { email: string }) => <strong className={styles.address}>{email}</strong>
