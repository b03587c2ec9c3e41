import type { MemberResponse } from '@app/contract/members/members'

/** The steps of the welcome, in order. */
export const STEPS = ['photo', 'words', 'looking'] as const
export type Step = (typeof STEPS)[number]

/** Returns the step in a URL; undefined for an unknown one. */
export const parseStep = (text: string | null): Step | undefined => STEPS.find((step) => step === text)

export const welcomeUrl = (step: Step): string => `/chats?welcome=${step}`

/** Returns the steps whose part of the profile is still empty. */
export const listMissingSteps = ({ profile }: MemberResponse): Step[] =>
  STEPS.filter(
    (step) =>
      ({
        photo: profile.profilePhotoUrl === null,
        words: profile.description.trim() === '',
        looking: profile.lookingFor.length === 0,
      })[step],
  )
