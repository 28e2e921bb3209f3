import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CodeField } from './code-field.ts'

interface UseCodeFieldOptions {
  text: string
  attributes: Record<string, string>
  onChange: (text: string) => void
  onPicture: (file?: File) => void
}

/**
 * Mounts the editor once its chunk has loaded.
 * @returns `container`: ref of the element to render; `codeField`: undefined until mounted; `hasFailed`: whether the chunk could not be
 * loaded, so that a textarea has to be rendered instead
 */
export function useCodeField(options: UseCodeFieldOptions) {
  const container = useRef<HTMLDivElement>(null)
  const [codeField, setCodeField] = useState<CodeField>()
  const [hasFailed, setHasFailed] = useState(false)
  /** Texts that the editor has reported and the form has not rendered yet, oldest first. */
  const unrenderedTexts = useRef<string[]>([])
  /** Last text that was passed to the editor or rendered by the form. */
  const lastText = useRef(options.text)
  const reportChange = useEffectEvent((newText: string) => {
    unrenderedTexts.current.push(newText)
    options.onChange(newText)
  })
  const requestPicture = useEffectEvent(options.onPicture)
  const openEditor = useEffectEvent((openCodeField: typeof import('./code-field.ts').openCodeField, parent: HTMLElement) => {
    const { text, attributes } = options
    lastText.current = text
    unrenderedTexts.current = []
    return openCodeField({
      parent,
      text,
      attributes,
      hint: 'Start writing…',
      onChange: (newText) => reportChange(newText),
      onPicture: (file) => requestPicture(file),
    })
  })

  useEffect(() => {
    let openedField: CodeField | undefined
    let isMounted = true
    import('./code-field.ts').then(
      ({ openCodeField }) => {
        if (!isMounted || !container.current) return
        openedField = openEditor(openCodeField, container.current)
        setCodeField(openedField)
      },
      () => isMounted && setHasFailed(true),
    )
    return () => {
      isMounted = false
      openedField?.close()
      setCodeField(undefined)
    }
  }, [])
  const { text } = options
  useEffect(() => {
    if (!codeField || text === lastText.current) return
    lastText.current = text
    const position = unrenderedTexts.current.indexOf(text)
    if (position >= 0) return void unrenderedTexts.current.splice(0, position + 1)
    unrenderedTexts.current = []
    codeField.replace(text)
  }, [codeField, text])
  return { box: container, code: codeField, failed: hasFailed }
}
