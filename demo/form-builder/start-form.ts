import { parseForm, type Form } from './form-model.js';

const rest = { placeholder: '', helpText: '', required: false, span: 'half' } as const;

/** A draft somebody began in a hurry: one long section, stiff labels, one question too many, two that are missing. */
export const startForm: Form = parseForm({
  title: 'Job application',
  description: 'Takes about five minutes. You can come back to it later.',
  sections: [
    {
      id: 'about-you',
      title: 'About you',
      fields: [
        { ...rest, id: 'full-name', type: 'text', label: 'Full name', required: true, span: 'full' },
        { ...rest, id: 'email', type: 'email', label: 'E-mail', placeholder: 'name@example.org', helpText: 'We reply within two weeks.', required: true },
        { ...rest, id: 'phone', type: 'phone', label: 'Telephone number' },
        { ...rest, id: 'date-of-birth', type: 'date', label: 'Date of birth', required: true },
        { ...rest, id: 'last-employer', type: 'text', label: 'Most recent employer', span: 'full' },
        { ...rest, id: 'employed-from', type: 'date', label: 'Employed from' },
        { ...rest, id: 'employed-until', type: 'date', label: 'Employed until' },
        { ...rest, id: 'cv', type: 'file', label: 'Curriculum vitae', required: true, span: 'full' },
      ],
    },
  ],
});
