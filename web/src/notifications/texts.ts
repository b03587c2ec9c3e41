import { defineTexts } from '../lib/text/texts.ts'

/** Texts about notifications on the member's devices. */
export const notificationTexts = defineTexts(
  {
    title: 'Aviseringar på den här enheten',
    lead: 'Ett kort pling när något väntar. Inga namn, inga bilder, ingen text.',
    device: 'Avisera på den här enheten',
    turningOn: 'Slår på…',
    sampleLabel: 'Så ser de ut, alltid',
    product: 'Salong',
    discreetProduct: 'Ny avisering',
    sample: 'Något nytt väntar',
    now: 'nu',
    service:
      'Enhetens aviseringstjänst får veta att den här sajten skickar något till dig, och när. Aldrig vad eller från vem.',
    unavailable:
      'Den här webbläsaren kan inte visa aviseringar. På iPhone går det när du har lagt sajten på hemskärmen.',
    denied:
      'Aviseringar är blockerade i webbläsaren. Tillåt dem för den här sajten i webbläsarens inställningar, och kom sedan tillbaka hit.',
    failed: 'Aviseringarna kunde inte slås på. Försök igen om en stund.',
    messages: 'Meddelanden, och när någon tackar ja',
    invites: 'Inbjudningar',
    seats: 'Plats på event',
    groups: 'Grupper',
    groupsHint: 'Välj vilka i varje grupp, under Om gruppen.',
    group: 'Avisera om nya inlägg',
    groupHint: 'På de enheter där du har slagit på aviseringar.',
    quiet: 'Tysta timmar',
    quietOn: 'Håll tyst på natten',
    quietFrom: 'Från',
    quietTo: 'Till',
    quietHint: 'Det som kommer under tiden blir en enda avisering klockan {time}.',
    loading: 'Läser in aviseringar',
    loadingFailed: 'Inställningarna kunde inte läsas in.',
  },
  {
    title: 'Notifications on this device',
    lead: 'A short sound when something is waiting. No names, no pictures, no words.',
    device: 'Notify on this device',
    turningOn: 'Turning on…',
    sampleLabel: 'This is how they look, always',
    product: 'Salong',
    discreetProduct: 'New notification',
    sample: 'Something new is waiting',
    now: 'now',
    service:
      "Your device's notification service learns that this site sends you something, and when. Never what, nor from whom.",
    unavailable:
      "This browser can't show notifications. On an iPhone it works once you have added the site to the Home Screen.",
    denied:
      'Notifications are blocked in the browser. Allow them for this site in the browser settings, then come back here.',
    failed: "Notifications couldn't be turned on. Try again in a while.",
    messages: 'Messages, and when someone accepts',
    invites: 'Invites',
    seats: 'A seat at an event',
    groups: 'Groups',
    groupsHint: 'Choose which ones in each group, under About.',
    group: 'Notify about new posts',
    groupHint: 'On the devices where you have turned on notifications.',
    quiet: 'Quiet hours',
    quietOn: 'Keep quiet at night',
    quietFrom: 'From',
    quietTo: 'To',
    quietHint: 'What arrives in the meantime becomes a single notification at {time}.',
    loading: 'Loading notifications',
    loadingFailed: "The settings couldn't be loaded.",
  },
)
