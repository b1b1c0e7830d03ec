import { ChoiceInput, ChoicesInput } from '../../kit/form/choiceInputs'
import { IntegerInput, MinutesInput } from '../../kit/form/numberInputs'
import { FormSection } from '../../kit/form/RecordForm'
import { CodeInput, I18nInput } from '../../kit/form/textInputs'
import { hintKey } from '../../kit/labels'
import { FormColumns, WholeLine } from '../../ui/Column'

const hint = (source: string) => hintKey('vehicle-types', source)

export const VehicleTypeForm = () => (
  <>
    <FormSection name="identity">
      <FormColumns>
        <WholeLine>
          <I18nInput source="name" isRequired />
        </WholeLine>
        <CodeInput source="code" upper isRequired />
        <ChoiceInput source="category" vocabulary="vehicleCategories" />
        <ChoiceInput source="status" vocabulary="activeStatuses" status />
      </FormColumns>
    </FormSection>
    <FormSection name="capacity">
      <FormColumns>
        <IntegerInput source="seats" unit="seats" helperText={hint('seats')} isRequired />
        <IntegerInput source="standing_capacity" />
        <IntegerInput source="wheelchair_spaces" />
        <IntegerInput source="luggage_units" unit="pieces" />
        <IntegerInput source="child_seats" />
        <WholeLine>
          <ChoicesInput source="amenities" vocabulary="vehicleAmenities" />
        </WholeLine>
      </FormColumns>
    </FormSection>
    <FormSection name="operation">
      <FormColumns>
        <MinutesInput source="turnaround_min" helperText={hint('turnaround_min')} />
        <ChoicesInput
          source="required_licence_categories"
          vocabulary="licenceCategories"
          helperText={hint('required_licence_categories')}
        />
      </FormColumns>
    </FormSection>
  </>
)
