import { PRODUCT_NAME } from '@app/contract/product'
import { Body, Button, Container, Head, Heading, Hr, Html, Link, Preview, Section, Text } from '@react-email/components'
import { Fragment } from 'react'
import type { MailContent } from './mail-content.ts'
import { getTranslator } from './texts.ts'
import { COLORS, SANS, SERIF } from './theme.ts'

const paragraphStyle = { margin: '0 0 16px', fontFamily: SANS, fontSize: 16, lineHeight: '26px', color: COLORS.ink }
const smallStyle = { ...paragraphStyle, fontSize: 13, lineHeight: '20px', color: COLORS.ink2 }
const footnoteStyle = { ...smallStyle, margin: '16px 0 0', color: COLORS.ink3 }
const linkStyle = { color: COLORS.plumInk, textDecoration: 'underline' }

/** Renders an email as a card with one button, without external resources. */
export function MailLayout({ content }: { content: MailContent }) {
  const t = getTranslator(content.language)
  const { subject, lead, lines = [], button, aside, notes, footer } = content
  return (
    <Html lang={content.language === 'SWEDISH' ? 'sv' : 'en'}>
      <Head>
        <title>{subject}</title>
        <meta name="color-scheme" content="light" />
      </Head>
      <Preview>{lead}</Preview>
      <Body style={{ margin: 0, padding: '32px 12px', backgroundColor: COLORS.canvas }}>
        <Container style={{ maxWidth: 520, margin: '0 auto' }}>
          <Text style={{ ...paragraphStyle, fontFamily: SERIF, fontSize: 20, color: COLORS.plum }}>{PRODUCT_NAME}</Text>
          <Section
            style={{
              padding: '28px 28px 12px',
              backgroundColor: COLORS.surface,
              border: `1px solid ${COLORS.line}`,
              borderRadius: 18,
            }}
          >
            <Heading
              as="h1"
              style={{
                margin: '0 0 16px',
                fontFamily: SERIF,
                fontSize: 26,
                lineHeight: '32px',
                fontWeight: 560,
                color: COLORS.ink,
              }}
            >
              {subject}
            </Heading>
            <Text style={paragraphStyle}>{lead}</Text>
            {lines.map(({ label, href }) => (
              <Text key={label} style={{ ...paragraphStyle, margin: '0 0 12px' }}>
                <Link href={href} style={{ ...linkStyle, fontWeight: 600 }}>
                  {label}
                </Link>
              </Text>
            ))}
            <Button
              href={button.href}
              style={{
                margin: '4px 0 20px',
                padding: '12px 20px',
                backgroundColor: COLORS.plum,
                borderRadius: 12,
                fontFamily: SANS,
                fontSize: 16,
                fontWeight: 600,
                color: COLORS.onPlum,
              }}
            >
              {button.label}
            </Button>
            {aside && (
              <Text style={paragraphStyle}>
                {aside.text}{' '}
                <Link href={aside.link.href} style={linkStyle}>
                  {aside.link.label}
                </Link>
              </Text>
            )}
            {notes.map((note) => (
              <Text key={note} style={smallStyle}>
                {note}
              </Text>
            ))}
            <Hr data-skip-in-text style={{ margin: '4px 0 16px', borderColor: COLORS.line }} />
            <Text data-skip-in-text style={smallStyle}>
              {t('linkFallback')}
              <br />
              <Link href={button.href} style={{ ...linkStyle, wordBreak: 'break-all' }}>
                {button.href}
              </Link>
            </Text>
          </Section>
          <Text style={footnoteStyle}>{t('automatic')}</Text>
          {footer && (
            <Text style={footnoteStyle}>
              {footer.text}
              {footer.links.map(({ label, href }) => (
                <Fragment key={href}>
                  <br />
                  <Link href={href} style={{ ...linkStyle, lineHeight: '28px' }}>
                    {label}
                  </Link>
                </Fragment>
              ))}
            </Text>
          )}
        </Container>
      </Body>
    </Html>
  )
}
