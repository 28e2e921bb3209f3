import { useSyncExternalStore } from 'react'
import { IconButton } from './button.tsx'
import type { IconName } from '#ui/pictures/icon.tsx'
import { chooseTheme, onThemeChange, getThemeChoice, type ThemeChoice } from '#ui/styles/theme.ts'

const steps: Record<ThemeChoice, { icon: IconName; next: ThemeChoice; label: string }> = {
  system: { icon: 'monitor', next: 'light', label: 'Theme: system. Change to light' },
  light: { icon: 'sun', next: 'dark', label: 'Theme: light. Change to dark' },
  dark: { icon: 'moon', next: 'system', label: 'Theme: dark. Change to system' },
}

/** Renders a button that cycles through system, light and dark. The server does not know the choice, so it renders the first step. */
export function ThemeSwitch({ className }: { className?: string }) {
  const choice = useSyncExternalStore<ThemeChoice | null>(onThemeChange, getThemeChoice, () => null)
  const step = steps[choice ?? 'system']
  return <IconButton className={className} icon={step.icon} label={choice ? step.label : 'Theme'} onClick={() => chooseTheme(step.next)} />
}
