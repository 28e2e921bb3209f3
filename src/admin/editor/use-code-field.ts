import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CodeField } from './code-field.ts'

interface UseCodeFieldOptions {
  text: string
  attributes: Record<string, string>
  onChange: (text: string) => void
  onPicture: (file?: File) => void
}

/** Opens the editor in `box` once its code is here. When that cannot be had, `failed` asks for a plain field. */
export function useCodeField(options: UseCodeFieldOptions) {
  const box = useRef<HTMLDivElement>(null)
  const [code, setCode] = useState<CodeField>()
  const [failed, setFailed] = useState(false)
  const change = useEffectEvent(options.onChange)
  const askPicture = useEffectEvent(options.onPicture)
  const open = useEffectEvent((openCodeField: typeof import('./code-field.ts').openCodeField, parent: HTMLElement) => {
    const { text, attributes } = options
    return openCodeField({
      parent,
      text,
      attributes,
      hint: 'Write here',
      onChange: (now) => change(now),
      onPicture: (file) => askPicture(file),
    })
  })

  useEffect(() => {
    let opened: CodeField | undefined
    let current = true
    import('./code-field.ts').then(
      ({ openCodeField }) => {
        if (!current || !box.current) return
        opened = open(openCodeField, box.current)
        setCode(opened)
      },
      () => current && setFailed(true),
    )
    return () => {
      current = false
      opened?.close()
      setCode(undefined)
    }
  }, [])
  return { box, code, failed }
}
